import { Anchor, Skeleton, Text } from '@mantine/core'
import { getAgreement } from '@plinth/api/money/agreements'
import { createScheduleItem, getSchedule, getScheduleItem } from '@plinth/api/works/schedule-items'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { lazyDialog, lazyPart } from '../../ui/shell/Part.tsx'
import { Empty, Screen } from '../../ui/shell/Screen.tsx'
import type { DrawerRequest } from './ItemDrawer.tsx'
import { ScheduleActions } from './ScheduleActions.tsx'
import { schedulePath } from './schedule-path.ts'

const waiting = <Skeleton height={480} />
const ScheduleTree = lazyPart(() => import('./ScheduleTree.tsx'), 'ScheduleTree', { waiting })
const ImportDialog = lazyDialog(() => import('./ImportDialog.tsx'), 'ImportDialog')
const ItemDrawer = lazyDialog(() => import('./ItemDrawer.tsx'), 'ItemDrawer')

/** The schedule of quantities of an agreement: its sections and items, its totals and the actions on it. */
export function ScheduleScreen() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const agreement = useRecord(getAgreement, { params: { id } })
  const schedule = useRecord(getSchedule, { params: { agreementId: id } })
  const [request, setRequest] = useState<DrawerRequest>()
  const [isImporting, setImporting] = useState(false)
  const mayCreate = useCan(createScheduleItem)
  const error = agreement.error ?? schedule.error
  const retry = () => {
    agreement.retry()
    schedule.retry()
  }
  const isKnown = agreement.data !== undefined && schedule.data !== undefined
  const mayAdd = mayCreate && agreement.data !== undefined && agreement.data.status !== 'CLOSED'
  const last = { parentId: null, beforeId: null }
  return (
    <Screen
      title={t('Schedule of quantities')}
      source={{ error, retry }}
      failure={t('Failed to fetch the schedule')}
      context={
        agreement.data ? (
          <Anchor component={Link} to={`/payments/agreements/${agreement.data.id}`} inherit underline="always">
            {`${agreement.data.number}, ${agreement.data.name}`}
          </Anchor>
        ) : (
          ' '
        )
      }
      actions={
        mayAdd &&
        isKnown && (
          <ScheduleActions onAdd={(kind) => setRequest({ place: last, kind })} onImport={() => setImporting(true)} />
        )
      }
    >
      {agreement.data?.status === 'CLOSED' && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('This agreement is closed: its schedule stays as it is.')}
        </Text>
      )}
      {!agreement.data || !schedule.data ? (
        waiting
      ) : schedule.data.items.length === 0 ? (
        <Empty filtered={false}>
          {t('This agreement has no schedule yet.')}{' '}
          {mayAdd &&
            t(
              'Import the BOQ of the tender with Import from Excel, or enter the first item with New item, and the section that it lies in with New section.',
            )}
        </Empty>
      ) : (
        <ScheduleTree agreement={agreement.data} schedule={schedule.data} onAsk={setRequest} />
      )}
      {isImporting && agreement.data && <ImportDialog agreement={agreement.data} onClose={() => setImporting(false)} />}
      {request && agreement.data && schedule.data && (
        <ItemDrawer
          key={plainText('item' in request ? request.item.id : request.place.parentId)}
          agreement={agreement.data}
          items={schedule.data.items}
          request={request}
          onClose={() => setRequest(undefined)}
        />
      )}
    </Screen>
  )
}

/** Redirects from the id of an item to its line in the schedule of its agreement. */
export function ScheduleOfItem() {
  const item = useRecord(getScheduleItem)
  const navigate = useNavigate()
  const { data } = item
  useEffect(() => {
    if (data)
      void navigate({
        to: schedulePath({ id: data.agreementId }),
        search: { search: data.itemNo ?? data.description },
        replace: true,
      })
  }, [data, navigate])
  return (
    <Screen title={t('Schedule of quantities')} source={item} failure={t('Failed to fetch the schedule')}>
      <Skeleton height={480} />
    </Screen>
  )
}
