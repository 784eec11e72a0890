import { Textarea } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { t } from '../lib/language.ts'

interface Props {
  onReject: (reason: string) => void
  /** Hears whether there is a reason that would be lost. */
  onType?: (hasReason: boolean) => void
  /** Where no dialog gives it the focus. */
  takesFocus?: boolean
  /** The buttons, one of which submits. */
  children: ReactNode
}

/** Asks why a task is rejected: without a reason it is not. */
export function RejectionForm({ onReject, onType, takesFocus = false, children }: Props) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const given = reason.trim()
    if (given !== '') return onReject(given)
    setFault(t('Rejection reason is required'))
    input.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit}>
      <Textarea
        ref={input}
        label={t('Rejection reason')}
        description={t('What has to be mended before the next review')}
        required
        autosize
        minRows={3}
        maxLength={2000}
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
