import { Anchor } from '@mantine/core'
import { type BgPlan, bgPlanLabels } from '@plinth/api/bg-plans'
import { type Contract, contractStatuses, filterContracts, getContract } from '@plinth/api/contracts'
import { Link } from '@tanstack/react-router'
import { useFormContext, useWatch } from 'react-hook-form'
import { dash, dayText, words } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { useRecord } from '../lib/useRecord.ts'
import { ReadValue } from '../ui/FieldGroup.tsx'
import { useFormMode } from '../ui/form-context.ts'
import { RecordField, useFoundRows } from '../ui/RecordField.tsx'

const label = translated(bgPlanLabels.contractId)

/** Of a tender that was lost no guarantee is needed. */
const offered = contractStatuses.filter((status) => status !== 'REJECTED' && status !== 'CANCELLED')

const useContracts = (sought: string) => useFoundRows(filterContracts, { search: sought, status: offered })

const nameOf = ({ contractName }: Contract) => contractName

const factsOf = ({ bidId, referenceNo, status, closingDate }: Contract) =>
  [bidId ?? referenceNo, words(status), closingDate && t('closing on {day}', { day: dayText(closingDate) })]
    .filter(Boolean)
    .join(' · ')

const none = (sought: string) => (sought ? t('No contract is like that') : t('There are no contracts yet'))

/** The tender or contract that needs the guarantee: found by a part of its name or number; read where contracts may not be seen. */
export function ContractChoice() {
  const mode = useFormMode()
  const maySee = useCan(getContract)
  if (mode === 'view') return <ReadContract />
  if (maySee) return <Choice />
  return (
    <ReadValue label={label} wide>
      {t('Only who may view contracts chooses one: it stays as it is.')}
    </ReadValue>
  )
}

function Choice() {
  const id = useWatch<Partial<BgPlan>, 'contractId'>({ name: 'contractId' })
  const { data: chosen } = useRecord(getContract, { enabled: Boolean(id), params: { id: id ?? '' } })
  return (
    <RecordField
      name="contractId"
      label={label}
      description={t('The tender or contract that it is for')}
      placeholder={t('Bid ID, name or reference no.')}
      chosen={chosen}
      useFound={useContracts}
      textOf={nameOf}
      factsOf={factsOf}
      none={none}
      required
      wide
      openOnFocus={false}
    />
  )
}

function ReadContract() {
  const { contractId, contractName, bidId } = useFormContext<BgPlan>().getValues()
  return (
    <ReadValue label={label} wide>
      {contractName === null ? (
        dash
      ) : (
        <>
          <Anchor component={Link} to={`/contracts/${contractId}`} hash="bid" inherit underline="always">
            {contractName}
          </Anchor>
          {bidId && ` · ${bidId}`}
        </>
      )}
    </ReadValue>
  )
}
