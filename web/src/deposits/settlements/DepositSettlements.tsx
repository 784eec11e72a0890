import { Button, Group, Skeleton, Text } from '@mantine/core'
import { isLive } from '@plinth/api/deposits/deposit-standing'
import type { Deposit } from '@plinth/api/deposits/deposits'
import {
  addSettlement,
  addWriteOff,
  getCarrying,
  listSettlements,
  settlementLabels,
} from '@plinth/api/deposits/settlements'
import { useState } from 'react'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import type { Way } from './BookSettlement.tsx'
import { CarriedIn } from './CarriedIn.tsx'
import { SettledBar } from './SettledBar.tsx'
import { SettlementRows } from './SettlementRows.tsx'

const BookSettlement = lazyDialog(() => import('./BookSettlement.tsx'), 'BookSettlement')

/** The settlements of a deposit, with the buttons that book more. */
export function DepositSettlements({ deposit }: { deposit: Deposit }) {
  const { id: depositId, contractId } = deposit
  const settlements = useRecord(listSettlements, { params: { contractId, depositId } })
  const { data, error } = settlements
  const { data: carrying } = useRecord(getCarrying, { params: { contractId, depositId } })
  // A copy from when the form was opened, so that a booking, own or another user's, does not close the form.
  const [booking, setBooking] = useState<{ way: Way; deposit: Deposit }>()
  return (
    <RecordSection title={translated(settlementLabels.kind)} source={settlements}>
      <div className={entry['side']}>
        {isLive(deposit) ? (
          <SettledBar deposit={deposit} />
        ) : (
          <Text mb="sm">{t('Nothing was paid of it in this status, so that nothing can come back.')}</Text>
        )}
        {!data && !error && <Skeleton height={48} mb="sm" aria-hidden />}
        {data?.length === 0 && isLive(deposit) && (
          <Text c="dimmed" mb="sm">
            {t('Nothing has come back or was lost yet.')}
          </Text>
        )}
        {data && data.length > 0 && <SettlementRows deposit={deposit} settlements={data} />}
        {carrying && carrying.carriedIn.length > 0 && <CarriedIn deposit={deposit} carriedIn={carrying.carriedIn} />}
        {isLive(deposit) && deposit.openAmount > 0 && <Actions onBook={(way) => setBooking({ way, deposit })} />}
      </div>
      {booking && (
        <BookSettlement
          {...booking}
          onClose={() => {
            setBooking(undefined)
            regainFocus('settlements')
          }}
        />
      )}
    </RecordSection>
  )
}

function Actions({ onBook }: { onBook: (way: Way) => void }) {
  const mayBook = useCan(addSettlement)
  const mayWriteOff = useCan(addWriteOff)
  return (
    <Group gap="xs" data-screen-only>
      {mayBook && (
        <Button variant="default" size="xs" onClick={() => onBook('receipt')}>
          {t('Book receipt')}
        </Button>
      )}
      {mayWriteOff && (
        <Button variant="default" size="xs" onClick={() => onBook('writeOff')}>
          {t('Write off')}
        </Button>
      )}
    </Group>
  )
}
