import { Anchor } from '@mantine/core'
import { getContract } from '@plinth/api/contracts'
import { Link } from '@tanstack/react-router'
import { useRecord } from '../lib/useRecord.ts'

/** The way to the contract that a record belongs to, by its name; nothing for those who may not see it. */
export function ContractLink({ id }: { id: string }) {
  const { data, error } = useRecord(getContract, { params: { id } })
  if (error) return null
  return (
    <>
      Contract:{' '}
      <Anchor component={Link} to={`/contracts/${id}`} inherit underline="always">
        {data?.contractName ?? '…'}
      </Anchor>
    </>
  )
}
