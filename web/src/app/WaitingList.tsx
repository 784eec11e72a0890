import { Button, Group, Modal, Text } from '@mantine/core'
import { momentText } from '../lib/format.ts'
import { t, worded } from '../lib/language.ts'
import { outbox, wordsOf } from '../lib/outbox.ts'
import { isHere, type Operation } from '../lib/outbox-rules.ts'
import { useWaiting } from '../lib/waiting.ts'
import { useDialog } from '../ui/shell/useDialog.ts'
import { WaitingBadge } from '../ui/shell/WaitingBadge.tsx'
import classes from './WaitingList.module.css'

const advice = {
  CLAIMED: t('Somebody was first: look at what stands now. Set yours all the same, or give it up.'),
  REFUSED: t('Mend what is said, and send it again; or give it up.'),
}

function Entry({ operation }: { operation: Operation }) {
  const { id, madeAt, verdict } = operation
  const { about, does } = wordsOf(operation)
  const again = verdict?.outcome === 'CLAIMED' ? t('Set it all the same') : t('Send again')
  function giveUp() {
    const isSure =
      isHere(operation) ||
      window.confirm(t('It was sent, and no answer came: it may be stored all the same. Give it up on this device?'))
    if (isSure) void outbox()?.discard(id, true)
  }
  return (
    <li className={`sheet ${classes['entry']}`}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <b>{about}</b>
        <WaitingBadge wasRefused={verdict !== null} />
      </Group>
      <span>{does}</span>
      <Text size="sm" c="dimmed">
        {t('Entered {moment}', { moment: momentText(madeAt) })}
      </Text>
      {verdict && (
        <div className={classes['verdict']}>
          <b>{worded(verdict.said)}</b> {advice[verdict.outcome]}
        </div>
      )}
      <Group gap="xs">
        {verdict && (verdict.outcome === 'REFUSED' || verdict.instead) && (
          <Button size="sm" variant="default" onClick={() => void outbox()?.again(id)}>
            {again}
          </Button>
        )}
        <Button size="sm" variant="subtle" color="red" onClick={giveUp}>
          {verdict ? t('Give up') : t('Do not send')}
        </Button>
      </Group>
    </li>
  )
}

/** Operations that wait to be sent, and refused ones with the reason and the possible actions. */
export function WaitingList({ onClose }: { onClose: () => void }) {
  const { close, props } = useDialog(onClose)
  const { operations: all } = useWaiting()
  const isWaiting = all.some(({ verdict }) => verdict === null)
  return (
    <Modal {...props} title={t('What waits on this device')} size="32rem">
      {all.length === 0 && <Text>{t('Everything has been sent.')}</Text>}
      <ul className={classes['entries']}>
        {all.map((operation) => (
          <Entry key={operation.id} operation={operation} />
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close}>
          {t('Close')}
        </Button>
        {isWaiting && <Button onClick={() => void outbox()?.flush()}>{t('Send now')}</Button>}
      </Group>
    </Modal>
  )
}
