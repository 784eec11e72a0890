import { Textarea } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'

interface Props {
  label: string
  description: string
  /** The fault when the reason is missing. Without it, the reason may be left out. */
  missing?: string
  minRows: number
  maxRows?: number
  /** The longest reason that the wire accepts. */
  maxLength: number
  onGive: (reason: string) => void
  /** Called with whether a typed reason would be lost. */
  onType?: (hasReason: boolean) => void
  /** Takes the focus, if no dialog sets it. */
  takesFocus?: boolean
  /** The buttons, one of which submits. */
  children: ReactNode
}

/** Asks for a reason. */
export function ReasonForm({ missing, onGive, onType, takesFocus = false, children, ...field }: Props) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const trimmed = reason.trim()
    if (trimmed !== '' || missing === undefined) return onGive(trimmed)
    setFault(missing)
    input.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit}>
      <Textarea
        ref={input}
        {...field}
        required={missing !== undefined}
        autosize
        value={reason}
        error={fault || null}
        onChange={({ currentTarget: { value } }) => {
          setReason(value)
          setFault('')
          onType?.(value.trim() !== '')
        }}
        data-autofocus
      />
      {children}
    </form>
  )
}
