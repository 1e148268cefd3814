import type { ConsolePage } from '../console-page.ts'

export const connectivityPages: readonly ConsolePage[] = []
