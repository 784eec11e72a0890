import { bankLabels, createPartyBank, getParty, type Party } from '@plinth/api/money/parties'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { textFieldsOf } from '../../ui/form/FormFields.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { partyPath } from './party-words.ts'

const { TextField } = textFieldsOf(bankLabels)

/** A drawer over the party's page to enter an account. Accounts are never changed; another one is entered instead. */
export function EnterBank({ party, onClose }: { party: Party; onClose: () => void }) {
  return (
    <RecordDrawer
      onClose={onClose}
      load={getParty}
      listPath={partyPath(party)}
      title={t('New bank account')}
      write={createPartyBank}
      params={{ id: party.id }}
      initial={{ holder: party.legalName }}
      texts={{ saved: t('Account entered: another person verifies it'), failed: t('The account was not saved.') }}
    >
      <FieldGroup title={t('Account')}>
        <TextField name="accountNo" description={t('6 to 18 digits')} required />
        <TextField name="ifsc" description={t('As HDFC0000412')} required />
        <TextField name="holder" description={t('As the bank has it')} required />
      </FieldGroup>
    </RecordDrawer>
  )
}
