// Makes the archive of a new database that is part of the package. Runs what has just been compiled, in any Node.
const { makePrepared } = await import('../dist/store/make-prepared.js')
console.log(await makePrepared())
