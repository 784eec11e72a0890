import { Anchor } from '@mantine/core'
import {
  type Contract,
  type ContractStatus,
  contractStatuses,
  getContract,
  updateContract,
} from '@plinth/api/tenders/contracts'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import type { InPlace } from '../../ui/record/InPlace.tsx'
import { StatusChoice } from '../../ui/record/StatusChoice.tsx'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'

/** A link to the contract of a record, with its name; nothing for people who may not view it. */
export function ContractLink({ id }: { id: string }) {
  const { data, error } = useRecord(getContract, { params: { id } })
  if (error) return null
  return (
    <>
      {t('Contract:')}{' '}
      <Anchor component={Link} to={`/contracts/${id}`} title={data?.contractName} inherit underline="always">
        {data?.contractName ?? '…'}
      </Anchor>
    </>
  )
}

const tones: Record<ContractStatus, Tone> = {
  DRAFT: 'neutral',
  SUBMITTED: 'progress',
  AWARDED: 'good',
  ACCEPTED: 'good',
  REJECTED: 'bad',
  CANCELLED: 'neutral',
  WORK_ORDER_ISSUED: 'progress',
  MOBILIZED: 'progress',
  WORK_IN_PROGRESS: 'progress',
  ON_HOLD: 'warning',
  RESUMED: 'progress',
  COMPLETED: 'good',
  SUBMITTED_FOR_APPROVAL: 'progress',
  APPROVED: 'good',
  PAYMENT_PENDING: 'warning',
  PAYMENT_RECEIVED: 'good',
  CLOSED: 'neutral',
  TERMINATED: 'bad',
  DISPUTE: 'bad',
}

export const ContractBadge = ({ status }: Pick<Contract, 'status'>) => <StatusBadge status={status} tones={tones} />

/**
 * The fields of a contract that can be edited in a list. A change of the bid value also changes the percentage, and the
 * other way round.
 */
export const contractInPlace: InPlace<Contract> = {
  endpoint: updateContract,
  nameOf: ({ contractName }) => contractName,
  fields: {
    paperCost: [],
    tenderActualValue: ['tenderBidValue', 'tenderBidPercentage'],
    tenderBidValue: ['tenderBidPercentage'],
    tenderBidPercentage: ['tenderBidValue'],
    openingDate: [],
    closingDate: [],
    resultDate: [],
    awardedDate: [],
    aggreementDate: [],
    givenStartDate: [],
    givenEndDate: [],
    actualStartDate: [],
    actualEndDate: [],
  },
}

/** The status of a contract in a list. People who may edit contracts can change it there. */
export const ContractStatusCell = (contract: Pick<Contract, 'id' | 'contractName' | 'status' | 'updatedAt'>) => (
  <StatusChoice
    name={contract.contractName}
    record={contract}
    statuses={contractStatuses}
    endpoint={updateContract}
    params={{ id: contract.id }}
  >
    <ContractBadge status={contract.status} />
  </StatusChoice>
)
