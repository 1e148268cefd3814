import type { ConsolePage } from '../console-page.ts'

export const virtualAtmPages: readonly ConsolePage[] = []
