// Colours, sizes and defaults of components.

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, virtualColor } from '@mantine/core'
import { KEYBOARD_SCROLL } from './kit/list/keyboard-scroll.ts'
import { DECIMAL_SEPARATOR } from './kit/show/format.ts'

const harbour: MantineColorsTuple = [
  '#e8f6f8',
  '#d3eaee',
  '#a5d5dd',
  '#73bfcb',
  '#4cacbc',
  '#33a0b2',
  '#178c9f',
  '#0b7285',
  '#085f70',
  '#044c5a',
]

/** A group is read before it is chosen from. */
const DESCRIBED_FIRST = ['label', 'description', 'input', 'error']

export const theme = createTheme({
  colors: { harbour, neutral: virtualColor({ name: 'neutral', light: 'gray', dark: 'dark' }) },
  primaryColor: 'harbour',
  primaryShade: { light: 7, dark: 5 },
  respectReducedMotion: true,
  autoContrast: true,
  // The primary colour of the dark theme takes black text: white on it misses the contrast of 4.5 : 1.
  luminanceThreshold: 0.28,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
  },
  components: {
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'sm' } },
    // Descriptions below the fields: above them, different lengths would push the fields of a row apart.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    CheckboxGroup: { defaultProps: { inputWrapperOrder: DESCRIBED_FIRST } },
    RadioGroup: { defaultProps: { inputWrapperOrder: DESCRIBED_FIRST } },
    // Both separators are taken as the decimal one: keypads have the point.
    NumberInput: { defaultProps: { decimalSeparator: DECIMAL_SEPARATOR, allowedDecimalSeparators: ['.', ','] } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650, lineHeight: 1.3 } },
    },
    // Fading from one colour to another, its labels are illegible for a moment when the theme changes.
    SegmentedControl: { defaultProps: { transitionDuration: 0 } },
    // Room for a scroll bar only where there is one: otherwise the last row looks taller than the others. It is always
    // in sight there: a column that is cut off by chance at its edge would not be missed.
    // The arrow keys scroll it: a table of figures has nothing else that takes the focus.
    TableScrollContainer: { defaultProps: { scrollAreaProps: KEYBOARD_SCROLL } },
    // On a white table, its thin edge alone does not tell it apart.
    Popover: { defaultProps: { shadow: 'md' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    Select: { defaultProps: { checkIconPosition: 'right' } },
    Paper: { defaultProps: { withBorder: true } },
    Card: { defaultProps: { withBorder: true, padding: 'lg' } },
  },
})

/** Mantine's dimmed text misses the contrast of 4.5 : 1 on grey backgrounds, and the text of light badges on theirs. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6c757d',
    '--mantine-color-green-light-color': '#1f6b2f',
    '--mantine-color-teal-light-color': '#06674a',
    '--mantine-color-lime-light-color': '#3f6212',
    '--mantine-color-yellow-light-color': '#8f4700',
    '--mantine-color-orange-light-color': '#a8380b',
    // Errors at fields, and buttons of destructive actions.
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-red-outline': '#c92a2a',
    '--tillgate-canvas': '#f6f8f9',
  },
  dark: {
    // Legible on the row under the pointer, too.
    '--mantine-color-anchor': 'var(--mantine-color-harbour-3)',
    '--mantine-color-dimmed': '#a9b0b7',
    '--mantine-color-placeholder': '#8d949b',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-outline': '#ff8787',
    // Mantine picks the text of filled buttons by the shade of the light theme, so the dark theme fills them alike.
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-harbour-filled': 'var(--mantine-color-harbour-7)',
    '--mantine-color-harbour-filled-hover': 'var(--mantine-color-harbour-8)',
    '--tillgate-canvas': '#1a1b1e',
  },
})
