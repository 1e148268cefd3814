// A dialog asks the form inside it whether something is typed, before it closes.

import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react'

type IsUnsaved = () => boolean

/** Where the form inside a dialog leaves its answer. */
export const DialogInput = createContext<RefObject<IsUnsaved | null> | null>(null)

export function useDialogInput(isUnsaved: IsUnsaved): void {
  const input = useContext(DialogInput)
  useEffect(() => {
    if (input === null) return undefined
    input.current = isUnsaved
    return () => {
      input.current = null
    }
  }, [input, isUnsaved])
}

export function useGuardedClose(close: () => void) {
  const input = useRef<IsUnsaved>(null)
  const [isAsked, setIsAsked] = useState(false)
  return {
    input,
    isAsked,
    close: () => (input.current?.() === true ? setIsAsked(true) : close()),
    stay: () => setIsAsked(false),
    leave: () => {
      setIsAsked(false)
      close()
    },
  }
}
