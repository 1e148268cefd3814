// Texts of a page that are hard to read, by the ratio that WCAG demands. Axe finds them too, but looks for what lies over a text
// as well, which takes twenty times as long; in `npm run test-all` it does so once per page.

/** An expression, because the browser's names are not known to these types. Resolves to one line per text. */
export const HARD_TO_READ = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const known = new Map()
  // A canvas understands every notation of colours, and answers with bytes that are not yet blended.
  function colour(text) {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = text
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
      known.set(text, { rgb: [r, g, b], alpha: a / 255 })
    }
    return known.get(text)
  }
  const over = (above, alpha, below) => above.map((value, i) => value * alpha + below[i] * (1 - alpha))
  const light = (rgb) => {
    const [r, g, b] = rgb.map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  // Undefined where a picture lies behind the text.
  function background(element) {
    const layers = []
    for (let at = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.backgroundImage !== 'none') return undefined
      const { rgb, alpha } = colour(style.backgroundColor)
      if (alpha > 0) layers.push({ rgb, alpha })
      if (alpha === 1) break
    }
    return layers.reduceRight((below, { rgb, alpha }) => over(rgb, alpha, below), [255, 255, 255])
  }
  // Buttons beside the screen of the ATM stand on it, not in it: what is no ancestor of a text is left to axe.
  function liesOverAnother(element) {
    element.scrollIntoView({ block: 'center' })
    const box = element.getBoundingClientRect()
    const stack = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const below = stack.slice(stack.indexOf(element) + 1)
    return below.some((at) => !at.contains(element) && colour(getComputedStyle(at).backgroundColor).alpha === 1)
  }
  const UNREAD = ':disabled, [aria-disabled="true"], [data-disabled], [aria-hidden="true"], [inert]'
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = new Map()
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim()
    const element = texts.currentNode.parentElement
    const visible = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
    // A single character separates others, as in a trail of links.
    if (text.length < 2 || !element.checkVisibility(visible) || element.closest(UNREAD) !== null) continue
    const style = getComputedStyle(element)
    const behind = background(element)
    if (behind === undefined) continue
    let opacity = 1
    for (let at = element; at !== null; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity)
    const { rgb, alpha } = colour(style.color)
    const [one, other] = [light(over(rgb, alpha * opacity, behind)), light(behind)]
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    const size = Number.parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    if (ratio < (isLarge ? 3 : 4.5) && !liesOverAnother(element)) found.set(text.slice(0, 40), ratio.toFixed(2))
  }
  return [...found].map(([text, ratio]) => text + ': ' + ratio)
})()`
