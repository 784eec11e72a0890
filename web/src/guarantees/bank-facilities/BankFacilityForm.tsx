import {
  bankFacilityLabels,
  createBankFacility,
  deleteBankFacility,
  getBankFacility,
  updateBankFacility,
} from '@plinth/api/guarantees/bank-facilities'
import { filterInstruments } from '@plinth/api/guarantees/instruments'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { MoreFields } from '../../ui/form/MoreFields.tsx'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { CashAndReview, CommissionFields, FreeingFields } from './FacilityTerms.tsx'
import { facilityPath, facilityText } from './facility-name.ts'

const { TextField, MoneyField, CheckboxField, TextAreaField } = fieldsOf(bankFacilityLabels)

const texts = {
  loadFailed: t('Failed to fetch bank limit'),
  saveFailed: t('Failed to save bank limit. Please try again.'),
  created: t('Bank limit created successfully!'),
  updated: t('Bank limit updated successfully!'),
}

/** The defaults are what most banks do. */
const blank = {
  commissionBasis: 'PER_QUARTER_OR_PART',
  freesOn: 'DISCHARGE',
  dischargeDays: 30,
  isActive: true,
} as const

export function BankFacilityForm() {
  return (
    <FormScreen
      noun="bank limit"
      load={getBankFacility}
      create={createBankFacility}
      update={updateBankFacility}
      remove={deleteBankFacility}
      blank={blank}
      listPath="/payments/bank-limits"
      pathOf={facilityPath}
      nameOf={facilityText}
      texts={texts}
      actions={({ id }) => (
        <LinkButton
          variant="default"
          to="/contracts/instruments"
          search={{ facilityId: [id] }}
          call={filterInstruments}
        >
          {t('Its guarantees')}
        </LinkButton>
      )}
      related={(facility) => <RecordFacts record={facility} hasTrail />}
    >
      <FieldGroup title={t('Which limit')}>
        <TextField name="bank" required />
        <TextField name="branch" />
        <TextField name="name" description={t('What tells it from another limit of this bank')} />
        <MoneyField name="limitAmount" description={t('What its guarantees may come to together')} required />
        <CheckboxField name="isActive" description={t('Guarantees can be given under it')} />
      </FieldGroup>
      <CommissionFields />
      <FreeingFields />
      <CashAndReview />
      <MoreFields>
        <FieldGroup title={t('Further')}>
          <TextAreaField name="comment" />
        </FieldGroup>
      </MoreFields>
    </FormScreen>
  )
}
