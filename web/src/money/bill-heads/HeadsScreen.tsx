import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { getAgreement } from '@plinth/api/money/agreements'
import { createBillHead, listBillHeads } from '@plinth/api/money/bill-heads'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import beside from '../../ui/form/BesideMemorandum.module.css'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { agreementName, agreementPath } from '../agreements/agreement-words.ts'
import type { HeadTarget } from './HeadDrawer.tsx'
import { HeadRows } from './HeadRows.tsx'
import { NoHeads } from './NoHeads.tsx'
import { TryBill } from './TryBill.tsx'

const HeadDrawer = lazyDialog(() => import('./HeadDrawer.tsx'), 'HeadDrawer')

/** The heads that each bill of an agreement adds or deducts, and beside them a trial bill. */
export function HeadsScreen() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const agreement = useRecord(getAgreement, { params: { id } })
  const heads = useRecord(listBillHeads, { params: { agreementId: id } })
  const [target, setTarget] = useState<HeadTarget>()
  const isClosed = agreement.data?.status === 'CLOSED'
  const mayAdd = useCan(createBillHead) && agreement.data !== undefined && !isClosed
  const retry = () => {
    agreement.retry()
    heads.retry()
  }
  return (
    <Screen
      title={t('Bill heads')}
      source={{ error: agreement.error ?? heads.error, retry }}
      failure={t('Failed to fetch the bill heads')}
      context={
        agreement.data ? (
          <Anchor component={Link} to={agreementPath(agreement.data)} inherit underline="always">
            {agreementName(agreement.data)}
          </Anchor>
        ) : (
          ' '
        )
      }
      actions={mayAdd && <Button onClick={() => setTarget({ head: 'RETENTION' })}>{t('New head')}</Button>}
    >
      {isClosed && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('This agreement is closed: its bill heads stay as they are.')}
        </Text>
      )}
      {!agreement.data || !heads.data ? (
        <Skeleton height={480} />
      ) : (
        <div className={beside['sides']}>
          <div>
            {heads.data.length === 0 ? (
              <NoHeads agreement={agreement.data} onAdded={() => setTarget({ head: 'RETENTION' })} />
            ) : (
              <HeadRows rows={heads.data} isClosed={isClosed} onAsk={setTarget} />
            )}
          </div>
          <div>
            <TryBill agreement={agreement.data} />
          </div>
        </div>
      )}
      {target && agreement.data && (
        <HeadDrawer agreement={agreement.data} target={target} onClose={() => setTarget(undefined)} />
      )}
    </Screen>
  )
}
