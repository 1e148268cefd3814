import type { ConsolePage } from '../console-page.ts'

export const propertyPages: readonly ConsolePage[] = []
