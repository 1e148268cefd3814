// Pages are printed in light colours, even when the screen has dark ones.

export function printInLightColours(): void {
  const root = document.documentElement
  let shown: string | undefined
  window.matchMedia('print').addEventListener('change', ({ matches: isPrinting }) => {
    if (isPrinting) shown = root.dataset.mantineColorScheme
    root.dataset.mantineColorScheme = isPrinting ? 'light' : (shown ?? 'light')
  })
}
