import { Alert, Anchor, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../../lib/language.ts'
import classes from './CalendarFeeds.module.css'

interface Props {
  name: string
  /** Path with the token, from the response. */
  address: string
  onDone: () => void
}

/** The address of a new feed and how to subscribe to it. Shown once, because the server does not store it. */
export function FeedAddress({ name, address, onDone }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const url = window.location.origin + address
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      variant="outline"
      mb="md"
      role="group"
      aria-label={t('Address of {name}', { name })}
      className={classes['address']}
    >
      <Stack gap="sm" align="start">
        <Text size="sm">
          {t(
            'This is the address of {name}. It is shown only now. Whoever has it reads these duties: give it to nobody.',
            {
              name,
            },
          )}
        </Text>
        <code>{url}</code>
        <dl>
          <dt>{t('Google Calendar')}</dt>
          <dd>{t('On a computer: Other calendars, plus sign, From URL; paste the address.')}</dd>
          <dt>{t('Apple')}</dt>
          <dd>
            <Anchor href={url.replace(/^https?:/, 'webcal:')} inherit>
              {t('Open it in the calendar of this device')}
            </Anchor>
          </dd>
          <dt>{t('Outlook')}</dt>
          <dd>{t('Add calendar, Subscribe from web; paste the address.')}</dd>
        </dl>
        <Group gap="xs">
          {/* Browsers do not allow writing to the clipboard on plain http. */}
          {window.isSecureContext && (
            <CopyButton value={url}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? t('Copied') : t('Copy address')}</Button>}
            </CopyButton>
          )}
          <Button variant="default" onClick={onDone}>
            {t('Done')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
