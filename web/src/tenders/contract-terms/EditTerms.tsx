import { listDepositOwners } from '@plinth/api/deposits/deposit-releases'
import {
  type ContractTerms,
  getContractTerms,
  termLabels,
  updateContractTerms,
} from '@plinth/api/tenders/contract-terms'
import type { Contract } from '@plinth/api/tenders/contracts'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'

const { MoneyField, PercentField, NumberField, DayField, TextAreaField, SelectField } = fieldsOf(termLabels)

interface Props {
  contract: Contract
  terms: ContractTerms
  onClose: () => void
}

/** Edits the terms of a contract in a drawer over its page. */
export function EditTerms({ contract: { id, actualEndDate }, terms, onClose }: Props) {
  const ended = actualEndDate
    ? t('Empty: the actual end, {day}', { day: dayText(actualEndDate) })
    : t('Empty: the actual end of the contract')
  return (
    <RecordDrawer
      onClose={onClose}
      title={terms.updatedAt ? t('Edit terms') : t('Enter terms')}
      load={getContractTerms}
      write={updateContractTerms}
      params={{ id }}
      initial={terms}
      listPath={`/contracts/${id}`}
      texts={{ saved: t('Terms saved'), failed: t('The terms were not saved.') }}
    >
      <FieldGroup title={t('Bid')}>
        <NumberField name="bidValidityDays" />
        <DayField name="bidValidUntil" />
        <MoneyField name="emdAmount" />
        <NumberField name="agreementDays" description={t('From the award')} />
      </FieldGroup>
      <FieldGroup title={t('Securities')}>
        <PercentField name="psPercent" />
        <NumberField name="psDays" description={t('From the award')} />
        <NumberField name="psValidBeyondDays" />
        <PercentField name="sdPercent" />
        <PercentField name="sdCapPercent" />
      </FieldGroup>
      <FieldGroup title={t('Completion and defect liability')}>
        <DayField name="completedOn" description={ended} />
        <DayField name="finalBillOn" />
        <NumberField name="dlpMonths" description={t('From the completion')} />
        <DayField name="dlpEndsOn" description={t('Empty: so many months after the completion')} />
      </FieldGroup>
      <FieldGroup title={t('Refund')}>
        <OwnerField {...terms} />
        <TextAreaField name="refundClause" description={t('As the agreement says it, with its number')} />
      </FieldGroup>
    </RecordDrawer>
  )
}

/** Offers people who may view contracts, and the present owner, who may have left since. */
function OwnerField({ ownerId, ownerName }: Pick<ContractTerms, 'ownerId' | 'ownerName'>) {
  const { data, error } = useRecord(listDepositOwners)
  const owners = (data ?? []).map(({ id, username, designation }) => ({
    value: id,
    label: designation ? `${username}, ${designation}` : username,
  }))
  const isOffered = !ownerId || owners.some(({ value }) => value === ownerId)
  const present = isOffered ? [] : [{ value: ownerId, label: ownerName ?? '…' }]
  return (
    <SelectField
      name="ownerId"
      options={[...present, ...owners]}
      description={error ? t('Failed to fetch people') : t('Who is after what comes back')}
    />
  )
}
