package net.luckperms.api.node;

/** Signatures of LuckPerms/LuckPerms, api/src/main/java/net/luckperms/api/node/NodeBuilder.java, 9b4fe67791e8 (5.5). */
public interface NodeBuilder<N extends ScopedNode<N, B>, B extends NodeBuilder<N, B>> {
    N build();
}
