import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { imageTypes } from '@plinth/api/access/account'
import { IconUser } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '../../lib/language.ts'
import { faultOf, useImageSending } from './useImageSending.ts'

interface Props {
  src: string | null
  /** The name of the person in the picture. */
  name: string
  disabled?: boolean
  choose: (file: File) => Promise<void>
  remove: () => Promise<void>
}

/** Shows, uploads and removes a profile image. Changes are sent at once, independently of a form around it. */
export function ProfileImageInput({ src, name, disabled, choose, remove }: Props) {
  const noteId = useId()
  const { sending, fault, resetChooser, chooser, attempt } = useImageSending()
  const idle = !disabled && sending === null
  return (
    <Group gap="md" align="center" wrap="nowrap" role="group" aria-label={t('Profile image')}>
      <Avatar src={src} alt={src ? t('Profile image of {name}', { name }) : ''} size={88} radius="sm">
        <IconUser size={44} stroke={1.4} aria-label={t('No profile image')} />
      </Avatar>
      <Stack gap={6} miw={0}>
        <Group gap="xs">
          <FileButton
            accept={imageTypes.join(',')}
            resetRef={resetChooser}
            onChange={(file) => file && void attempt('choose', async () => (await faultOf(file)) ?? choose(file))}
          >
            {(props) => (
              <Button
                {...props}
                ref={chooser}
                variant="default"
                size="compact-md"
                aria-label={src ? t('Replace profile image') : t('Choose profile image')}
                aria-describedby={noteId}
                disabled={!idle}
                loading={sending === 'choose'}
              >
                {src ? t('Replace') : t('Choose')}
              </Button>
            )}
          </FileButton>
          {src && (
            <Button
              variant="subtle"
              size="compact-md"
              aria-label={t('Remove profile image')}
              disabled={!idle}
              loading={sending === 'remove'}
              onClick={() => void attempt('remove', remove)}
            >
              {t('Remove')}
            </Button>
          )}
        </Group>
        <Text id={noteId} size="xs" c="dimmed">
          {t('JPEG, PNG, WEBP or GIF, under 2 MB. It is cropped to a square.')}
        </Text>
        {fault && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {fault}
          </Text>
        )}
      </Stack>
    </Group>
  )
}
