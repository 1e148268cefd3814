// The environment a process runs in. Only the sandbox has synthetic data and known credentials.

export const ENVIRONMENTS = ['sandbox', 'qa', 'uat', 'prod'] as const
export type Environment = (typeof ENVIRONMENTS)[number]
