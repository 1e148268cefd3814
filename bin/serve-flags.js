// Node flags for `tillgate serve`. The first has no effect if set later by v8.setFlagsFromString.

export const SERVE_FLAGS = [
  // Orders outlive minor collections while they wait for their commit and are copied each time; a larger young
  // generation means fewer copies. The p99 of withdrawals was 106 to 114 ms with 8 MB and 44 to 66 ms with 16 MB; the
  // 64 MB that Node uses where memory is plentiful cost memory and gain nothing.
  '--max-semi-space-size=16',
  // Collect the old generation when it has doubled, not when it has grown fourfold (docs/decisions/0012).
  '--heap-growing-percent=100',
  // Optimize functions of the embedded engine later than the default of 13 million. A start uses many of them briefly, and
  // optimizing its SQL parser alone takes a second of processor time and 600 MB. Within some thousand queries the engine
  // is as fast as with the default.
  '--wasm-tiering-budget=100000000',
]
