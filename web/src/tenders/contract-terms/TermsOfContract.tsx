import { Button, Skeleton, Text } from '@mantine/core'
import { type ContractTerms, getContractTerms, updateContractTerms } from '@plinth/api/tenders/contract-terms'
import type { Contract } from '@plinth/api/tenders/contracts'
import { useState } from 'react'
import { locale, t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { ReadValue, RecordSection } from '../../ui/form/FieldGroup.tsx'
import form from '../../ui/form/RecordForm.module.css'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import { termsOf } from './term-texts.ts'

const EditTerms = lazyDialog(() => import('./EditTerms.tsx'), 'EditTerms')

/** The terms of a contract, with a button to edit them. */
export function TermsOfContract({ contract }: { contract: Contract }) {
  const terms = useRecord(getContractTerms, { params: { id: contract.id } })
  const { data, error } = terms
  const mayEdit = useCan(updateContractTerms)
  // Fixed when the form opens: if somebody else enters terms meanwhile, the form stays open.
  const [edited, setEdited] = useState<ContractTerms>()
  return (
    <RecordSection title={t('Terms')} source={terms}>
      {!data && !error && <Skeleton height={72} aria-hidden />}
      {data && <EnteredTerms terms={data} contract={contract} />}
      {data && mayEdit && (
        <div className={entry['side']}>
          <Button variant="default" size="xs" mt="sm" onClick={() => setEdited(data)} data-screen-only>
            {data.updatedAt ? t('Edit terms') : t('Enter terms')}
          </Button>
        </div>
      )}
      {edited && (
        <EditTerms
          contract={contract}
          terms={edited}
          onClose={() => {
            setEdited(undefined)
            regainFocus('terms')
          }}
        />
      )}
    </RecordSection>
  )
}

/** Shows the terms that are entered, and names those that are not. */
function EnteredTerms({ terms, contract }: { terms: ContractTerms; contract: Contract }) {
  if (!terms.updatedAt)
    return (
      <Text c="dimmed">
        {t(
          'Nobody has said the terms of this contract yet: securities, defect liability, and who is after its deposits.',
        )}
      </Text>
    )
  const all = termsOf(terms, contract)
  const missing = all.filter(({ text }) => text === '').map(({ label }) => label)
  return (
    <>
      <dl className={form['fields']}>
        {all
          .filter(({ text }) => text !== '')
          .map(({ label, text, wide }) => (
            <ReadValue key={label} label={label} wide={wide}>
              {text}
            </ReadValue>
          ))}
      </dl>
      {missing.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('Not said: {terms}', { terms: new Intl.ListFormat(locale).format(missing) })}
        </Text>
      )}
    </>
  )
}
