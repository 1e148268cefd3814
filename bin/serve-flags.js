// Node flags for `tillgate serve`. The first has no effect if set later by v8.setFlagsFromString.

export const SERVE_FLAGS = [
  // Orders outlive minor collections while they wait for their commit and are copied each time; a larger young
  // generation means fewer copies. The p99 of withdrawals was 106 to 114 ms with 8 MB and 44 to 66 ms with 16 MB; the
  // 64 MB that Node uses where memory is plentiful cost memory and gain nothing.
  '--max-semi-space-size=16',
  // Collect the old generation when it has doubled, not when it has grown fourfold (docs/decisions/0012).
  '--heap-growing-percent=100',
]
