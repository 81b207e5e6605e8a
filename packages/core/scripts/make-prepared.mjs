// Makes the archive of a new database. For the package it runs what has just been compiled, in any Node. With "checkout" it
// makes that of the checkout unless it is there, and fails quietly: databases are then made without it, in seconds more.
if (process.argv[2] === 'checkout') {
  const { makePreparedIfAbsent } = await import('../src/store/make-prepared.ts')
  await makePreparedIfAbsent().catch(({ message }) =>
    console.error(
      `New embedded databases will take seconds to make: the archive for them cannot be written (${message}).`,
    ),
  )
} else {
  const { makePrepared } = await import('../dist/store/make-prepared.js')
  console.log(await makePrepared())
}
