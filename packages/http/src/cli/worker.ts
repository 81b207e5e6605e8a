import { once } from 'node:events'
import type { Core } from '@basketball-data/core'
import type { Command } from 'commander'
import { startDelivering, warnOfWebhooks } from './delivering.ts'
import { surviveDriver } from './listen.ts'
import { answer, configOf, interruptible, withCore } from './session.ts'

/** `worker` */
export const addWorker = (program: Command): void => {
  program
    .command('worker')
    .description('Delivers events to webhooks until Ctrl-C, without serving; any number may run at a time.')
    .addHelpText(
      'after',
      '\nSECRETS_KEY in the environment is the key that the secrets of webhooks are encrypted with. E-mails to account\nholders go to SMTP_URL from MAIL_FROM, or to the log.\nBASE_URL, where it is set, is an address that no webhook may lead to.',
    )
    .action(async (_options: object, command: Command) => {
      const config = configOf(command)
      const service = config.BASE_URL === undefined ? {} : { base: config.BASE_URL }
      const work = async (core: Core): Promise<void> => {
        const { createLogger } = await import('../server.ts')
        const logger = createLogger(config.LOG_LEVEL)
        surviveDriver(logger)
        await interruptible(async (signal) => {
          const worker = await startDelivering(core, config, logger)
          try {
            warnOfWebhooks(core, config, logger)
            answer(command, { worker: true }, 'Delivering to webhooks.')
            if (!signal.aborted) await once(signal, 'abort')
          } finally {
            await worker.stop()
          }
        })
      }
      await withCore(command, work, { service })
    })
}
