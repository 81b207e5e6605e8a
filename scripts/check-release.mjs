// Fails if the packages cannot be published as they are. It runs before the other checks, which take long.
import { spawnSync } from 'node:child_process'
import { changelog, isRecorded, manifests, migrationHashes, released, releasePlan, root, version } from './releases.mjs'

const problems = []
const { error, status, stdout, stderr } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
if (error !== undefined) problems.push(`git cannot be run: ${error.message}. Install it, and release from a clone.`)
else if (status !== 0)
  problems.push(`git cannot say whether everything is committed: ${stderr.trim()}. Release from a clone.`)
else if (stdout.trim() !== '') problems.push('There are changes that are not committed.')
const { changesets } = await releasePlan()
if (changesets.length > 0) problems.push('There are changesets that are not released: npm run version')
if (!new RegExp(`^## ${RegExp.escape(version)} – \\d{4}-\\d\\d-\\d\\d$`, 'm').test(changelog()))
  problems.push(`CHANGELOG.md has no date for ${version}: npm run version`)
const frozen = released()
if (Object.keys(migrationHashes()).some((file) => !(file in frozen)))
  problems.push('There are migrations without a hash in scripts/released-migrations.json: npm run version')
if (!isRecorded()) problems.push(`testbed/releases/${version} does not exist: npm run version`)
for (const { name, repository } of manifests)
  if (repository === undefined)
    problems.push(
      `${name} has no "repository" in its package.json: its provenance cannot be published without the address.`,
    )

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
