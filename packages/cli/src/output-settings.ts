// What the environment says about the output. Not in config.ts: help and error messages need it before the contract, with
// which config.ts checks the other variables, is loaded.

/** Whether to print the stacks of errors. It works even if other variables are invalid. */
export const showsStacks = (): boolean => ['trace', 'debug'].includes(process.env['LOG_LEVEL'] ?? '')

/** Whether NO_COLOR is set (https://no-color.org). */
export const refusesColour = (): boolean => (process.env['NO_COLOR'] ?? '') !== ''
