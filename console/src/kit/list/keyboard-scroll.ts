// A table that scrolls inside its box takes the focus, so that the arrow keys scroll it:
// `<Table.ScrollContainer scrollAreaProps={KEYBOARD_SCROLL}>`.

export const KEYBOARD_SCROLL = { offsetScrollbars: 'present', type: 'auto', viewportProps: { tabIndex: 0 } } as const
