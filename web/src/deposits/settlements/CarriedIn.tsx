import { Anchor, Button, Text } from '@mantine/core'
import type { Deposit } from '@plinth/api/deposits/deposits'
import { type Carrying, cancelSettlement } from '@plinth/api/deposits/settlements'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import { depositName } from '../deposits/DepositColumns.tsx'

const CancelSettlement = lazyDialog(() => import('./CancelSettlement.tsx'), 'CancelSettlement')

type CarriedAmount = Carrying['carriedIn'][number]

/** The amounts carried into a deposit, with the buttons that cancel them. */
export function CarriedIn({
  deposit: { contractId },
  carriedIn,
}: {
  deposit: Deposit
  carriedIn: readonly CarriedAmount[]
}) {
  const mayCancel = useCan(cancelSettlement)
  const [chosen, setChosen] = useState<CarriedAmount>()
  return (
    <>
      <Text fw={600} mt="sm">
        {t('Carried into this deposit')}
      </Text>
      <Text size="sm" mb={6}>
        {t('It holds this money: until it is taken back it is not deleted, cancelled or made smaller.')}
      </Text>
      <ul className={entry['rows']} aria-label={t('Carried into this deposit')}>
        {carriedIn.map((carried) => (
          <li key={carried.settlementId} className={entry['row']}>
            <div>
              <Anchor
                component={Link}
                to={`/contracts/${contractId}/security-deposit/${carried.depositId}`}
                inherit
                underline="always"
              >
                {depositName(carried)}
              </Anchor>{' '}
              {dayText(carried.settledOn)}
            </div>
            <div className={`figure ${entry['amount']}`}>{rupees(carried.amount)}</div>
            <div className={entry['act']} data-screen-only>
              {mayCancel && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('Take back {name}', { name: `${rupees(carried.amount)} · ${depositName(carried)}` })}
                  onClick={() => setChosen(carried)}
                >
                  {t('Take back')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {chosen && (
        <CancelSettlement
          contractId={contractId}
          settlement={{ ...chosen, id: chosen.settlementId, kind: 'CARRIED' }}
          onClose={() => {
            setChosen(undefined)
            regainFocus('settlements')
          }}
        />
      )}
    </>
  )
}
