// The keypad below the screen.

import './keypad.css'

const ROWS = [
  ['1', '2', '3'],
  ['4', '5', '6'],
  ['7', '8', '9'],
  ['00', '0', '.'],
] as const

export interface KeypadProps {
  readonly isOff: boolean
  onDigit(digit: string): void
  onClear(): void
  onEnter(): void
  onCancel(): void
}

export function Keypad({ isOff, onDigit, onClear, onEnter, onCancel }: KeypadProps) {
  const commands = [
    ['Cancel', 'cancel', onCancel],
    ['Clear', 'clear', onClear],
    ['Enter', 'enter', onEnter],
  ] as const
  return (
    <section className="atm-keypad" aria-label="Keypad">
      {ROWS.map((row, at) => {
        const command = commands[at]
        return (
          <div key={row[0]} className="atm-keypad-row">
            {row.map((digit) => (
              <button
                key={digit}
                type="button"
                disabled={isOff}
                aria-label={digit === '.' ? '. (decimal point)' : digit}
                onClick={() => onDigit(digit)}
              >
                {digit}
              </button>
            ))}
            {command === undefined ? (
              <span />
            ) : (
              <button type="button" disabled={isOff} data-command={command[1]} onClick={command[2]}>
                {command[0]}
              </button>
            )}
          </div>
        )
      })}
    </section>
  )
}
