"""Passwords on command lines: found where a program takes one, and nothing else of the command."""

from __future__ import annotations

import pytest

from openmed_beam.redactors import find

PASSWORD = "kd82Lsqp!"

COMMANDS = (
    r"net use Z: \\srv\share /user:corp\jdoe {}",
    "net user jdoe {} /add",
    r"psexec \\host -u admin -p {} cmd",
    "sqlcmd -S db -U sa -P {}",
    "redis-cli -h r1 -a {} ping",
    "mongosh --host h -u root -p {} admin",
    "mysqldump -u root -p{} shop",
    "sshpass -p {} ssh ops@h",
    "docker login -u ops -p {} registry.example",
    "az login -u ops@corp.example -p {} --tenant t",
    "ldapsearch -x -D cn=admin -w {} -b dc=x",
    "smbclient //srv/share -U jdoe%{}",
    "openssl rsa -in k.pem -passin pass:{}",
    "7z x a.7z -p{}",
    "unzip -P {} out.zip",
    "htpasswd -b /etc/htpasswd jdoe {}",
    "keytool -list -keystore k.jks -storepass {}",
    "xfreerdp /u:jdoe /p:{} /v:h",
    "cmdkey /add:h /user:jdoe /pass:{}",
    "aws configure set aws_secret_access_key {}",
    "setx API_KEY {}",
    "rclone obscure {}",
    "requirepass {}",
    "echo {} | sudo -S apt update",
    "echo 'root:{}' | chpasswd",
    "CREATE USER jdoe IDENTIFIED BY '{}';",
    'ConvertTo-SecureString "{}" -AsPlainText -Force',
    "curl -u jdoe:{} https://api.example/v1",
)

HARMLESS = (
    "mysql -u root -p shop",
    "docker run -p 8080:80 image",
    "redis-cli -h r1 -p 6379 ping",
    "zip -r out.zip folder -x '*.pyc'",
    "sqlcmd -S db -U sa -P $SA_PASSWORD",
    "net use Z: /delete",
    "net user jdoe /domain",
    "sshpass -p <password> ssh ops@h",
    "git config user.name Jane",
    "echo done | sudo tee /etc/motd",
    "mkdir -p build/output && cd build",
    "the zip file 7z -p option takes a password",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_password_alone_is_found(command: str) -> None:
    text = command.format(PASSWORD)
    found = [(text[hit.start : hit.end], hit.label) for hit in find(text) if hit.label == "SECRET"]
    assert found == [(PASSWORD, "SECRET")]


@pytest.mark.parametrize("command", HARMLESS)
def test_commands_without_a_password_are_left_alone(command: str) -> None:
    assert [hit for hit in find(command) if hit.label == "SECRET"] == []
