import { Textarea } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'

interface Props {
  label: string
  description: string
  /** What is said where there is none. */
  missing: string
  minRows: number
  maxRows?: number
  /** As long as the wire takes it. */
  maxLength: number
  onGive: (reason: string) => void
  /** Hears whether there is a reason that would be lost. */
  onType?: (hasReason: boolean) => void
  /** Where no dialog gives it the focus. */
  takesFocus?: boolean
  /** The buttons, one of which submits. */
  children: ReactNode
}

/** Asks for a reason, without which nothing is done. */
export function ReasonForm({ missing, onGive, onType, takesFocus = false, children, ...field }: Props) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const given = reason.trim()
    if (given !== '') return onGive(given)
    setFault(missing)
    input.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit}>
      <Textarea
        ref={input}
        {...field}
        required
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
