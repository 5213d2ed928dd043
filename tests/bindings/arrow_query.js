// Asks DuckDB or polars, as npm has them, about an Arrow IPC file: arrow_query.js duckdb|polars FILE. Prints as JSON how many rows
// there are and, of each column, the sum of its numbers, or how often each of its words stands in it. Usage with NODE_PATH.
const { readFileSync } = require("fs");
const path = require("path");

const [engine, file] = process.argv.slice(2);

async function byDuckdb() {
  const duckdb = require("@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs");
  const folder = path.dirname(require.resolve("@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs"));
  const bundle = (name) => ({ mainModule: path.join(folder, `duckdb-${name}.wasm`) });
  const database = await duckdb.createDuckDB({ mvp: bundle("mvp"), eh: bundle("eh") }, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await database.instantiate(() => {});
  const connection = database.connect();
  connection.insertArrowTable(require("apache-arrow").tableFromIPC(readFileSync(file)), { name: "t", create: true });
  const ask = (text) => connection.query(text).toArray().map((row) => row.toJSON());
  const columns = {};
  for (const { column_name: name, column_type: type } of ask("describe t"))
    columns[name] = type === "VARCHAR"
      ? Object.fromEntries(ask(`select "${name}" as word, count(*)::double as n from t group by word`).map((row) => [row.word, row.n]))
      : ask(`select sum("${name}")::double as n from t`)[0].n;
  return { rows: ask("select count(*)::double as n from t")[0].n, columns };
}

function byPolars() {
  const polars = require("nodejs-polars");
  const table = polars.readIPC(readFileSync(file));
  const columns = {};
  for (const name of table.columns) {
    const values = table.getColumn(name).toArray();
    if (typeof values[0] !== "string") {
      columns[name] = values.reduce((sum, value) => sum + Number(value), 0);
      continue;
    }
    columns[name] = {};
    for (const word of values)
      columns[name][word] = (columns[name][word] ?? 0) + 1;
  }
  return { rows: table.height, columns };
}

(async () => {
  console.log(JSON.stringify(engine === "duckdb" ? await byDuckdb() : byPolars()));
  process.exit(0);
})();
