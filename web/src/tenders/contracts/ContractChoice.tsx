import { Anchor } from '@mantine/core'
import { type Contract, contractStatuses, filterContracts, getContract } from '@plinth/api/tenders/contracts'
import { Link } from '@tanstack/react-router'
import { useFormContext, useWatch } from 'react-hook-form'
import { dash, dayText, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FixedValue, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { RecordField, useFoundRows } from '../../ui/form/RecordField.tsx'

/** Without contracts that were lost, because they need nothing more. */
const offeredStatuses = contractStatuses.filter((status) => status !== 'REJECTED' && status !== 'CANCELLED')

const useContracts = (keyword: string) => useFoundRows(filterContracts, { search: keyword, status: offeredStatuses })

const nameOf = ({ contractName }: Contract) => contractName

const factsOf = ({ bidId, referenceNo, status, closingDate }: Contract) =>
  [bidId ?? referenceNo, words(status), closingDate && t('closing on {day}', { day: dayText(closingDate) })]
    .filter(Boolean)
    .join(' · ')

const none = (keyword: string) => (keyword ? t('No contract is like that') : t('There are no contracts yet'))

interface OfContract {
  contractId?: string | null
  contractName?: string | null
}

interface Props {
  label: string
  description: string
  required?: boolean
  /** The section of the contract's page that the link opens. */
  side?: string
  /** Shown after the name in view mode. */
  detail?: string | null
}

/**
 * Chooses the tender or contract of a record by a part of its name or number. Read-only for people who may not view
 * contracts.
 */
export function ContractChoice(props: Props) {
  const mode = useFormMode()
  const maySee = useCan(getContract)
  if (mode === 'view') return <ReadContract {...props} />
  if (maySee) return <Choice {...props} />
  return (
    <FixedValue label={props.label} wide>
      {t('Only who may view contracts chooses one: it stays as it is.')}
    </FixedValue>
  )
}

function Choice({ label, description, required = false }: Props) {
  const id = useWatch<OfContract, 'contractId'>({ name: 'contractId' })
  const { data: chosen } = useRecord(getContract, { enabled: Boolean(id), params: { id: id ?? '' } })
  return (
    <RecordField
      name="contractId"
      label={label}
      description={description}
      placeholder={t('Bid ID, name or reference no.')}
      chosen={chosen}
      useFound={useContracts}
      textOf={nameOf}
      factsOf={factsOf}
      none={none}
      required={required}
      wide
      openOnFocus={false}
    />
  )
}

function ReadContract({ label, side, detail }: Props) {
  const { contractId, contractName } = useFormContext<OfContract>().getValues()
  return (
    <ReadValue label={label} wide>
      {contractId && contractName ? (
        <>
          <Anchor
            component={Link}
            to={`/contracts/${contractId}`}
            {...(side && { hash: side })}
            inherit
            underline="always"
          >
            {contractName}
          </Anchor>
          {detail && ` · ${detail}`}
        </>
      ) : (
        dash
      )}
    </ReadValue>
  )
}
