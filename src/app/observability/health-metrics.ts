// The metrics of health: what /actuator/health shows, as figures to alert on.

import { Gauge, type Registry } from 'prom-client'
import { sharedRun } from '../../platform/kernel/work/shared-run.ts'

export interface HealthFigures {
  /** By component, and `readiness`. */
  readonly up: Readonly<Record<string, boolean>>
  /** By the name of the link to a core. */
  readonly cores: Readonly<Record<string, boolean>>
  /** In the data folder, if there is one. */
  readonly diskFreeBytes: number | undefined
}

/** `read` is called on every scrape and never rejects. */
export function watchHealth(registry: Registry, read: () => Promise<HealthFigures>): void {
  // The gauges of one scrape share a read.
  const readOnce = sharedRun(read)
  const registers = [registry]
  new Gauge({
    name: 'health_up',
    help: 'Whether a component of health is up: 1 or 0. The component readiness is what a load balancer asks.',
    labelNames: ['component'],
    registers,
    async collect() {
      const { up } = await readOnce()
      for (const [component, isUp] of Object.entries(up)) this.set({ component }, isUp ? 1 : 0)
    },
  })
  new Gauge({
    name: 'core_up',
    help: 'Whether the core behind a link answers its probe: 1 or 0.',
    labelNames: ['core'],
    registers,
    async collect() {
      const { cores } = await readOnce()
      this.reset()
      for (const [core, isUp] of Object.entries(cores)) this.set({ core }, isUp ? 1 : 0)
    },
  })
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Free space on the disk of the data folder. Absent when there is no such folder.',
    // Without a label the gauge would show 0 before its first value.
    labelNames: ['folder'],
    registers,
    async collect() {
      const { diskFreeBytes } = await readOnce()
      this.reset()
      if (diskFreeBytes !== undefined) this.set({ folder: 'data' }, diskFreeBytes)
    },
  })
}
