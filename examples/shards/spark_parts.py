"""Parts of a folder's trees by Spark's pipe: spark-submit spark_parts.py FOLDER OUT N. OUT is a directory that all machines see. A
partition's process reads the numbers of its parts, one a line, and prints each with rustgc's exit status."""
import shlex
import sys

from pyspark.sql import SparkSession

folder, out, n = sys.argv[1], sys.argv[2], int(sys.argv[3])
rustgc = f"rustgc --shard=$i/{n} -j1 --emit=ast --format=arrow -o {shlex.quote(out)} {shlex.quote(folder)}"
loop = f"while read i; do {rustgc} </dev/null; echo $i $?; done"

spark = SparkSession.builder.appName("rustgc").getOrCreate()
lines = spark.sparkContext.parallelize(range(1, n + 1), n).pipe(f"sh -c {shlex.quote(loop)}").collect()
statuses = [int(line.split()[1]) for line in lines]
spark.stop()
print(f"{len(lines)} parts, worst status {max(statuses)}")
sys.exit(max(statuses) > 1 or len(lines) < n)
