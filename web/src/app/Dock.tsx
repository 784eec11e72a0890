import type { SessionUser } from '@plinth/api/kernel/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../lib/format.ts'
import { whenIdle } from '../lib/idle.ts'
import { t } from '../lib/language.ts'
import { lazyScript } from '../lib/lazy-script.ts'
import { askForLine, useLine } from '../lib/line.ts'
import { totalsOf } from '../lib/outbox-rules.ts'
import { useLeaving, useWaiting } from '../lib/waiting.ts'
import { lazyDialog } from '../ui/shell/Part.tsx'
import classes from './Dock.module.css'
import { PhoneBar } from './PhoneBar.tsx'

const WaitingList = lazyDialog(() => import('./WaitingList.tsx'), 'WaitingList')
const LeaveWaiting = lazyDialog(() => import('./LeaveWaiting.tsx'), 'LeaveWaiting')
const outboxStart = lazyScript(() => import('./outbox-start.ts'))
const shellStart = lazyScript(() => import('./shell-start.ts'))

const startOutbox = () => outboxStart.load().then((module) => module.startOutbox())

/** Once the page has nothing else to do, what waits from before is looked for; without a line there is nothing else to do. */
function useOutboxStart(userId: string, hasLine: boolean): void {
  // That there is no line may be found only after the first call.
  useEffect(() => {
    if (outboxStart.module || !hasLine) void startOutbox().catch(() => undefined)
  }, [userId, hasLine])
  useEffect(() => whenIdle(startOutbox), [])
}

/** After everything else: it is for the next time. */
function useShell(user: SessionUser): void {
  const latest = useRef(user)
  useEffect(() => {
    latest.current = user
  })
  useEffect(() => {
    if (import.meta.env.PROD) whenIdle(() => shellStart.load().then((module) => module.keepShell(latest.current)))
  }, [user.id])
}

const askAgainMs = 10_000

/** Asks for the line while it is away, and fetches what could not be fetched once it is back. */
function useLineWatch(isThere: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (isThere) return
    const timer = setInterval(() => void askForLine(), askAgainMs)
    return () => {
      clearInterval(timer)
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
    }
  }, [isThere, queries])
}

interface NewsProps {
  isThere: boolean
  unsent: number
  open: number
  onShow: () => void
}

/** How the line is, and what waits for it. */
function News({ isThere, unsent, open, onShow }: NewsProps) {
  const waits = unsent > 0 && t('{changes} waiting', { changes: counted(unsent, 'change') })
  const refused = open > 0 && t('{changes} not taken', { changes: counted(open, 'change') })
  const said = [!isThere && t('Offline'), waits, refused].filter(Boolean).join(' · ')
  return (
    <div className={classes['news']} data-alarm={open > 0 || undefined}>
      <span role="status">{said}</span>
      {unsent + open > 0 ? (
        <button type="button" onClick={onShow}>
          {t('Show')}
        </button>
      ) : (
        <span className={classes['hint']}>{t('This is what was fetched last.')}</span>
      )}
    </div>
  )
}

interface Props {
  user: SessionUser
  phone: boolean
  onMenu: () => void
  onSearch: () => void
}

/** Stands at the foot of the window: how the line is, and on a phone where to go. */
export function Dock({ user, phone, ...bar }: Props) {
  const isThere = useLine()
  const { operations, isStuck } = useWaiting()
  const { unsent, open } = totalsOf(operations)
  const onLeave = useLeaving()
  // It stays when the last of it is sent.
  const [isShown, setShown] = useState(false)
  useOutboxStart(user.id, isThere)
  useShell(user)
  useLineWatch(isThere)
  const hasNews = !isThere || open > 0 || (unsent > 0 && isStuck)
  return (
    <div className={classes['dock']} data-screen-only data-news={hasNews || undefined} data-tabs={phone || undefined}>
      {hasNews && <News {...{ isThere, unsent, open }} onShow={() => setShown(true)} />}
      {phone && <PhoneBar user={user} {...bar} />}
      {isShown && <WaitingList onClose={() => setShown(false)} />}
      {onLeave && <LeaveWaiting onLeave={() => onLeave(true)} onClose={() => onLeave(false)} />}
    </div>
  )
}
