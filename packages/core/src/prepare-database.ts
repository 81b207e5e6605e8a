import { secretsKeyUse } from './deliveries/secrets.ts'
import { deriveMissing } from './ingest/derive/refresh.ts'
import { appliedMigrations, isMigrated, readDatabaseName, refuseUnknownMigrations, type Store } from './store/index.ts'

/** Whether and how the tables of a database are made. */
export type MigrationOptions = {
  /**
   * Whether to create or upgrade the tables first. 'upgrade' creates none: a database that must have some may be another one
   * than was meant. Default: true if embedded, false for Postgres (`basketball-data migrate`).
   */
  migrate?: boolean | 'upgrade'
}

/** A Postgres database whose tables are missing or older than this version. */
export class NotMigrated extends Error {
  override name = 'NotMigrated'
}

/** Checks or migrates the tables. @throws BadDatabase, NotMigrated, or BadSecretsKey before a table is changed */
export const prepareDatabase = async (
  store: Store,
  { migrate = store.embedded, secretsKey }: MigrationOptions & { secretsKey?: string },
): Promise<void> => {
  await refuseUnknownMigrations(store)
  const isInMemory = store.embedded && store.folder === null
  const isNew = (await appliedMigrations(store)).length === 0
  if (!isNew) await secretsKeyUse(store, secretsKey)
  else if (migrate !== true && !isInMemory)
    throw new NotMigrated(
      `The ${await readDatabaseName(store)} has no tables yet: create them with "basketball-data migrate", or name another database.`,
    )
  if (migrate !== false) {
    await store.migrate()
    await deriveMissing(store)
  } else if (!(await isMigrated(store)))
    throw new NotMigrated(
      `The ${await readDatabaseName(store)} has tables of an older version: upgrade them with "basketball-data migrate".`,
    )
}
