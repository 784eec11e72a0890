import {
  createDepositExemption,
  type DepositExemption,
  deleteDepositExemption,
  exemptionGrounds,
  exemptionLabels,
  exemptionStates,
  getDepositExemption,
  isDoubtfulForWorks,
  updateDepositExemption,
} from '@plinth/api/deposits/deposit-exemptions'
import { depositPurposes } from '@plinth/api/deposits/deposit-releases'
import type { Contract } from '@plinth/api/tenders/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { undoOf } from '../../ui/form/undo-save.ts'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { WorksWarning } from './WorksWarning.tsx'

const { SelectField, TextField, DayField, MoneyField, TextAreaField } = fieldsOf(exemptionLabels)

const failed = t('The exemption was not saved.')

interface Props {
  contract: Contract
  /** The exemption to change; without it, a new one is entered. */
  exemption?: DepositExemption
  onClose: () => void
}

/** The form of a new or stored exemption, in a drawer over the page of its contract. */
export function EnterExemption({ contract: { id: contractId }, exemption, onClose }: Props) {
  const client = useQueryClient()
  const mayDelete = useCan(deleteDepositExemption)
  const common = { onClose, load: getDepositExemption, listPath: `/contracts/${contractId}` }
  if (exemption)
    return (
      <RecordDrawer
        {...common}
        title={t('Edit exemption')}
        write={updateDepositExemption}
        params={{ id: exemption.id }}
        initial={exemption}
        texts={{ saved: t('Exemption saved'), failed }}
      >
        <Fields />
      </RecordDrawer>
    )
  const done = t('Exemption entered')
  return (
    <RecordDrawer
      {...common}
      title={t('New exemption')}
      write={createDepositExemption}
      params={{}}
      initial={{ contractId, purpose: 'EMD', state: 'CLAIMED' }}
      texts={{ saved: done, failed }}
      offers={(stored, before) =>
        mayDelete
          ? [
              undoOf(
                { write: createDepositExemption, params: {}, before, stored, done },
                deleteDepositExemption,
                client,
              ),
            ]
          : []
      }
    >
      <Fields />
    </RecordDrawer>
  )
}

function Fields() {
  return (
    <FieldGroup title={t('Exemption')}>
      <SelectField name="purpose" options={optionsOf(depositPurposes)} required />
      <SelectField name="ground" options={optionsOf(exemptionGrounds)} required />
      <WorksDoubt />
      <TextField name="certificateNo" />
      <DayField name="validUntil" description={t('Empty: it ends on no day')} />
      <MoneyField name="amount" description={t('Empty: all of it')} />
      <SelectField name="state" options={optionsOf(exemptionStates)} required />
      <TextAreaField name="comment" />
    </FieldGroup>
  )
}

function WorksDoubt() {
  const [purpose, ground] = useWatch<Pick<DepositExemption, 'purpose' | 'ground'>, ['purpose', 'ground']>({
    name: ['purpose', 'ground'],
  })
  return isDoubtfulForWorks({ purpose, ground }) ? <WorksWarning /> : null
}
