// Imported before all others, which an older Node could not load: it would name a function or a module that it does not have.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 13))
  throw new Error(`@basketball-data/core needs Node 22.13 or newer, and this is Node ${process.versions.node}.`)
