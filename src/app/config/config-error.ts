/** An error in the configuration: one line for the operator, never with the value of a secret. */
export class ConfigError extends Error {
  constructor(variable: string, takes: string) {
    super(`${variable} ${takes}`)
    this.name = 'ConfigError'
  }
}

/** The setting whose file cannot be used. */
export function unusableFile(name: string, error: unknown): ConfigError {
  return new ConfigError(name, `cannot be used: ${(error as Error).message}`)
}
