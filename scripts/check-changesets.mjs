// Fails if a changeset names a package that does not exist, or if the packages are not versioned together.
import { isFirst, manifests, releasePlan, unreleasedHeading, version } from './releases.mjs'

const fail = (message) => {
  console.error(message)
  process.exitCode = 1
}

for (const manifest of manifests)
  if (manifest.version !== version) fail(`${manifest.name} has version ${manifest.version}, and others ${version}.`)

try {
  const { changesets, releases } = await releasePlan()
  if (isFirst() && changesets.length > 0)
    fail(
      `Until ${version} is released, describe a change in CHANGELOG.md below "${unreleasedHeading}", not in .changeset.`,
    )
  const versions = new Set(releases.map(({ newVersion }) => newVersion))
  if (versions.size > 1) fail(`The packages would get different versions: ${[...versions].join(', ')}.`)
  if (process.exitCode !== 1)
    console.log(
      `changesets: ${changesets.length}${versions.size > 0 ? `, which lead to ${[...versions].join('')}` : ''}`,
    )
} catch (error) {
  fail(`The changesets cannot be released: ${error.message}`)
}
