/** A self-signed certificate for the attacker's secure site, and its key. The test's browser accepts this key. */
export const accepted = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYvLoFZ5lIzu5IYBO
JZupelv6VZODy45g+RfAH4HEJqyhRANCAATPR9iSsbLeCmZRVk2ztKs2YItw+PdG
rU2wl4Qki710qgzctqEKfdb9KHwgvwqVK746NonfyVVb2mzJg51mv/nA
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBsTCCAVagAwIBAgIUVT/SJ20xCkKWg+Vnb21jQKocdBAwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSc2VjdXJlLmV4YW1wbGUubmV0MCAXDTI2MTEyNzE5MTM0MFoY
DzIxMjYxMTAzMTkxMzQwWjAdMRswGQYDVQQDDBJzZWN1cmUuZXhhbXBsZS5uZXQw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATPR9iSsbLeCmZRVk2ztKs2YItw+PdG
rU2wl4Qki710qgzctqEKfdb9KHwgvwqVK746NonfyVVb2mzJg51mv/nAo3IwcDAd
BgNVHQ4EFgQUw3uuBHn7zFA1DjgQp1kWmsbZ1WcwHwYDVR0jBBgwFoAUw3uuBHn7
zFA1DjgQp1kWmsbZ1WcwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHREEFjAUghJzZWN1
cmUuZXhhbXBsZS5uZXQwCgYIKoZIzj0EAwIDSQAwRgIhAJgOhk/mqKwAH/aibdQz
dwoV6mBDfJUwSKqbiX3VQ7IlAiEAyrpkOJpYwtYSy9Xppmg0qXnDkYCWCB29Rj6L
78qf3sI=
-----END CERTIFICATE-----`,
};
