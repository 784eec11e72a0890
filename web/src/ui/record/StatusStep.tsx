import { Button } from '@mantine/core'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { type Changed, useStatusChange } from './StatusChoice.tsx'

interface Props<E extends Endpoint> extends Changed<E> {
  status: string
  label: string
  /** Whether another button is the primary one. */
  isBeside?: boolean
}

/** The next step of a record, if it is a change of status. */
export function StatusStep<E extends Endpoint>({ status, label, isBeside = false, ...changed }: Props<E>) {
  const { become, isSending } = useStatusChange(changed)
  return (
    <Button variant={isBeside ? 'default' : 'filled'} loading={isSending} onClick={() => void become(status)}>
      {label}
    </Button>
  )
}
