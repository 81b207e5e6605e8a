// What the scripts of releases share: the packages, the changesets, CHANGELOG.md and the migrations of a release.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getReleasePlan } from '@changesets/get-release-plan'

export const root = join(import.meta.dirname, '..')
const read = (...path) => readFileSync(join(root, ...path), 'utf8')

/** The manifests of the packages that are published. */
export const manifests = globSync('packages/*/package.json', { cwd: root })
  .toSorted()
  .map((path) => JSON.parse(read(path)))
  .filter((manifest) => manifest.private !== true)

/** The version of all packages. */
export const { version } = manifests[0]

/**
 * The changesets, and the packages that get a new version with them. Needs no git, so that it works in any clone.
 * @throws Error for a changeset of a package that does not exist, and for a configuration that is wrong
 */
export const releasePlan = async () => {
  const { changesets, releases } = await getReleasePlan(root)
  return { changesets, releases: releases.filter(({ type }) => type !== 'none') }
}

export const CHANGELOG = join(root, 'CHANGELOG.md')
export const changelog = () => readFileSync(CHANGELOG, 'utf8')

/** The heading of a version that is written by hand until it is released: the first one. */
export const unreleasedHeading = `## ${version} – unreleased`
export const isFirst = () => changelog().includes(unreleasedHeading)

const MIGRATIONS = join(root, 'packages', 'core', 'migrations')

/** The file with the SHA-256 of each released migration. It never changes, because databases have run it. */
export const RELEASED = join(root, 'scripts', 'released-migrations.json')
export const released = () => JSON.parse(readFileSync(RELEASED, 'utf8'))

/** The SHA-256 of each migration, by the name of its file. */
export const migrationHashes = () =>
  Object.fromEntries(
    readdirSync(MIGRATIONS)
      .filter((file) => file.endsWith('.sql'))
      .toSorted()
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(MIGRATIONS, file)))
          .digest('hex'),
      ]),
  )

/** The migrations in the order in which databases apply them: the name (`tag`) and the time (`when`) of each. */
export const journal = () => JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')).entries

/**
 * Describes the migrations that databases would pass over, because they apply only what is after the latest one that they have: one
 * that was made earlier and merged later, and one that was put before a migration that is released.
 */
export const misplacedMigrations = (entries, frozen) => {
  const isReleased = ({ tag }) => `${tag}.sql` in frozen
  const lastReleased = entries.findLastIndex(isReleased)
  return entries.flatMap((entry, index) => {
    const problem =
      index > 0 && entry.when <= entries[index - 1].when
        ? 'is older than the migration before it'
        : index < lastReleased && !isReleased(entry)
          ? `stands before ${entries[lastReleased].tag}, which is released`
          : undefined
    return problem === undefined ? [] : [`${entry.tag} ${problem}, so databases would pass it over: generate it again.`]
  })
}

/** Whether the version left what the next one is tested with. */
export const isRecorded = () => existsSync(join(root, 'testbed', 'releases', version, 'database.backup'))
