import { Button } from '@mantine/core'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { useState } from 'react'
import { useStatusChange } from './StatusChoice.tsx'

interface Props<E extends Endpoint> {
  /** Names the record. */
  name: string
  record: { status: string; updatedAt: string }
  /** The call that changes the record. */
  endpoint: E
  params: CallInput<E>['params'] & object
  status: string
  label: string
  /** Another button is the first to be pressed. */
  isBeside?: boolean
}

/** The next step of a record where that is another status. */
export function StatusStep<E extends Endpoint>({
  name,
  record,
  endpoint,
  params,
  status,
  label,
  isBeside = false,
}: Props<E>) {
  const change = useStatusChange({ name, endpoint, params })
  const [isSending, setSending] = useState(false)
  async function become() {
    setSending(true)
    await change(status, record)
    setSending(false)
  }
  return (
    <Button variant={isBeside ? 'default' : 'filled'} loading={isSending} onClick={() => void become()}>
      {label}
    </Button>
  )
}
