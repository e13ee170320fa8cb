/** Prefix of the variables with the text of a file. */
export const FILE_TEXT = 'BINNACLE_FILE_'

/**
 * Bash that creates the files of connections, signs in az if it has an account, and then executes the script. $1: the
 * script. The files are removed after the run.
 */
export const WITH_CONNECTIONS = `
_made=$(umask 077; mktemp -d) || exit 96
for _name in GOOGLE_APPLICATION_CREDENTIALS KUBECONFIG; do
  _text=${FILE_TEXT}$_name
  [ -n "\${!_text+x}" ] || continue
  ( umask 077; printf '%s' "\${!_text}" >"$_made/$_name" ) || exit 96
  export "$_name=$_made/$_name"
  unset "$_text"
done
[ -z "\${GOOGLE_APPLICATION_CREDENTIALS-}" ] ||
  export CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE=$GOOGLE_APPLICATION_CREDENTIALS
if [ -n "\${AZURE_CLIENT_SECRET-}" ]; then
  export AZURE_CONFIG_DIR="$_made/azure"
  ! command -v az >/dev/null || az login --service-principal --username "\${AZURE_CLIENT_ID-}" \\
    --password "$AZURE_CLIENT_SECRET" --tenant "\${AZURE_TENANT_ID-}" --output none || exit 96
fi
unset _made _name _text
exec bash -c "$1"`
