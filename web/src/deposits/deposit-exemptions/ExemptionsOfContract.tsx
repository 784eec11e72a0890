import { Button, Skeleton, Text } from '@mantine/core'
import { createDepositExemption, type DepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import type { Contract } from '@plinth/api/tenders/contracts'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useExemptions } from '../../tenders/contracts/useExemptions.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import { ExemptionRows } from './ExemptionRows.tsx'

const EnterExemption = lazyDialog(() => import('./EnterExemption.tsx'), 'EnterExemption')

/** The exemptions of a contract, and the button that claims another. */
export function ExemptionsOfContract({ contract }: { contract: Contract }) {
  const exemptions = useExemptions(contract.id)
  const { data, error } = exemptions
  const mayClaim = useCan(createDepositExemption)
  // A copy from when the form was opened, so that a change by another user does not close the form.
  const [editing, setEditing] = useState<{ exemption?: DepositExemption }>()
  return (
    <RecordSection title={t('Exemptions')} source={exemptions}>
      <div className={entry['side']}>
        {!data && !error && <Skeleton height={48} mb="sm" aria-hidden />}
        {data?.length === 0 && (
          <Text c="dimmed" mb={mayClaim ? 'sm' : 0}>
            {t('No exemption from a deposit is claimed of this contract.')}
          </Text>
        )}
        {data && data.length > 0 && (
          <ExemptionRows contract={contract} exemptions={data} onEdit={(exemption) => setEditing({ exemption })} />
        )}
        {mayClaim && (
          <Button variant="default" size="xs" disabled={!data} onClick={() => setEditing({})} data-screen-only>
            {t('Claim an exemption')}
          </Button>
        )}
      </div>
      {editing && (
        <EnterExemption
          contract={contract}
          {...editing}
          onClose={() => {
            setEditing(undefined)
            regainFocus('exemptions')
          }}
        />
      )}
    </RecordSection>
  )
}
