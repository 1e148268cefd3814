import type { ConsolePage } from '../console-page.ts'

export const capabilityPages: readonly ConsolePage[] = []
