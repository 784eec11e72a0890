import { Alert, Checkbox, NativeSelect, Skeleton, Stack, Switch, Text } from '@mantine/core'
import type { Account } from '@plinth/api/access/account'
import { deadlineKindNames } from '@plinth/api/reminders/deadlines'
import type { NotificationSettings } from '@plinth/api/reminders/notification-mail'
import { t } from '../../lib/language.ts'
import { KindBoxes, useDeadlineModules } from '../../reminders/deadlines/KindBoxes.tsx'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import classes from './Notifications.module.css'
import { useNotifications } from './useNotifications.ts'

/** Which notifications the user gets by mail. Each change is saved at once. */
export function Notifications({ account }: { account: Account }) {
  const { source, settings, change } = useNotifications()
  return (
    <RecordSection title={t('Notifications by mail')} source={source}>
      {!settings && !source.error && <Skeleton height={140} aria-hidden />}
      {settings && (
        <Stack gap="md">
          <NoMailReason settings={settings} email={account.email} />
          <div>
            <Switch
              label={t('Mail of the day')}
              description={t(
                'What you are to do within a week, and where you are mentioned; none where there is nothing.',
              )}
              checked={settings.digest}
              onChange={({ currentTarget }) => change({ digest: currentTarget.checked })}
            />
            {settings.digest && (
              <div className={classes['day']}>
                <NativeSelect
                  label={t('From which hour')}
                  w="7rem"
                  value={String(settings.digestHour)}
                  data={hours}
                  onChange={({ currentTarget }) => change({ digestHour: Number(currentTarget.value) })}
                />
                <Checkbox
                  label={t('Also on days on which nobody works')}
                  checked={settings.freeDays}
                  onChange={({ currentTarget }) => change({ freeDays: currentTarget.checked })}
                />
              </div>
            )}
          </div>
          <Switch
            label={t('At once what cannot wait')}
            description={t('Where money or a right is lost soon. At night it waits for the morning.')}
            checked={settings.atOnce}
            onChange={({ currentTarget }) => change({ atOnce: currentTarget.checked })}
          />
          <Kinds muted={settings.mutedKinds} onChange={(mutedKinds) => change({ mutedKinds })} />
          <Text size="xs" c="dimmed">
            {t('What you are reminded of stands in Plinth, whatever you choose here.')}
          </Text>
        </Stack>
      )}
    </RecordSection>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

interface MailState {
  settings: Pick<NotificationSettings, 'isMailOn' | 'hasMailServer'>
  email: string | null
}

/** Why nothing is mailed, or null if mails are sent. */
function noMailReason({ settings, email }: MailState): string | null {
  if (email === null) return t('You have no e-mail address, so nothing is mailed to you. You can enter one below.')
  if (!settings.isMailOn)
    return t('Your company’s mail begins once an administrator has opened the rules of reminders.')
  if (!settings.hasMailServer)
    return t('This installation has no mail server: what would be mailed to you lies in a folder of it.')
  return null
}

function NoMailReason(standing: MailState) {
  const reason = noMailReason(standing)
  return (
    reason && (
      <Alert variant="outline" color="orange" role="note">
        {reason}
      </Alert>
    )
  )
}

type Kind = NotificationSettings['mutedKinds'][number]

/** Which kinds of deadlines are mailed, of those that the user sees. */
function Kinds({ muted, onChange }: { muted: readonly Kind[]; onChange: (muted: Kind[]) => void }) {
  const modules = useDeadlineModules()
  const toggle = (kind: Kind) => onChange(muted.includes(kind) ? muted.filter((one) => one !== kind) : [...muted, kind])
  if (modules.length === 0) return null
  return (
    <details className={classes['kinds']}>
      <summary>
        {muted.length > 0
          ? t('Duties that are mailed, without {count}', { count: muted.length })
          : t('Duties that are mailed')}
      </summary>
      <KindBoxes chosen={deadlineKindNames.filter((kind) => !muted.includes(kind))} onToggle={toggle} />
    </details>
  )
}
