// Reads an Arrow IPC file with npm's apache-arrow and prints its columns as JSON: arrow_read.js FILE. A column of a dictionary is
// printed as its words. Usage with NODE_PATH, where apache-arrow is.
const { readFileSync } = require("fs");
const { tableFromIPC } = require("apache-arrow");

const table = tableFromIPC(readFileSync(process.argv[2]));
const columns = table.schema.fields.map((field) => {
  const vector = table.getChild(field.name);
  return { name: field.name, type: String(field.type), nullable: field.nullable, rows: Array.from(vector, (row) => typeof row === "bigint" ? Number(row) : row) };
});
console.log(JSON.stringify({ columns, batches: table.batches.map((batch) => batch.numRows) }));
