// What the gateway tells the page about itself.

export interface SandboxInstitution {
  readonly institutionId: string
  readonly name: string
  readonly status: string
  readonly terminals: readonly { terminalId: string; acceptorId: string; kind: string; status: string }[]
  readonly cards: readonly { pan: string; customerId: string; status: string; accountIds: readonly string[] }[]
}

/** The sandbox's published credentials and test cards. */
export interface SandboxSettings {
  readonly institutions: readonly SandboxInstitution[]
  readonly clients: readonly {
    clientId: string
    clientSecret: string
    partnerId: string
    family: string
    isExpired: boolean
    institutionIds: readonly string[]
  }[]
  readonly users: readonly { email: string; password: string; roleName: string; institutionId?: string }[]
}

export interface ConsoleSettings {
  readonly environment: string
  readonly version: string
  /** Single sign-on is configured. */
  readonly sso: boolean
  /** Changes that wait for a second user while no list is kept, and those that a list can name. */
  readonly fourEyes: { readonly usual: readonly string[]; readonly possible: readonly string[] }
  /** Absent outside the sandbox. */
  readonly sandbox?: SandboxSettings
}

export const settings: ConsoleSettings = readSettings()

function readSettings(): ConsoleSettings {
  const text = document.getElementById('console')?.dataset.settings
  // The development server of Vite does not fill it in.
  if (text === undefined || text.startsWith('{{')) {
    return { environment: 'sandbox', version: 'development', sso: false, fourEyes: { usual: [], possible: [] } }
  }
  return JSON.parse(text) as ConsoleSettings
}
